/** Small helpers of the words: plurals, numbers and lists. */

export const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** A number with a true minus sign. */
export const signed = (n: number) => `${n}`.replace('-', '−');

const listed = (list: string[], word: string) =>
  list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} ${word} ${list.at(-1)}`;

/** What one is called in lines about oneself. */
export const YOU = 'you';

/** A verb as it follows a name, or as it follows `you`. */
export function verbFor(name: string, verb: string): string {
  if (name !== YOU) return verb;
  const irregular: Record<string, string> = { is: 'are', has: 'have', does: 'do', must: 'must', may: 'may' };
  return irregular[verb] ?? verb.replace(/(?<=sh|ch|ss|x)es$/, '').replace(/(?<=[^s])s$/, '');
}

export const andList = (list: string[]) => listed(list, 'and');
export const orList = (list: string[]) => listed(list, 'or');

/** Cards that may come; where some stay unplayed nobody knows which. */
export const cardsLeft = (of: number, isShort: boolean) =>
  isShort ? plural(of, 'unseen card') : `${plural(of, 'card')} left`;

/** A chance in whole percent; what may yet happen is never told as 0, nor what may yet fail as 100. */
export function percentOf(chance: number): number {
  const isSure = chance < 1e-9 || chance > 1 - 1e-9;
  return isSure ? Math.round(chance) * 100 : Math.min(99, Math.max(1, Math.round(chance * 100)));
}
