/** Small helpers of the words: plurals, numbers and lists. */

export const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** A number with a true minus sign. */
export const signed = (n: number) => `${n}`.replace('-', '−');

const listed = (list: string[], word: string) => (list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} ${word} ${list.at(-1)}`);

export const andList = (list: string[]) => listed(list, 'and');
export const orList = (list: string[]) => listed(list, 'or');
