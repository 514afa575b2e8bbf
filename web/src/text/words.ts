/** Small helpers of the words: plurals, numbers and lists. */

export const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** A number with a true minus sign. */
export const signed = (n: number) => `${n}`.replace('-', '−');

export const andList = (list: string[]) => (list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`);
