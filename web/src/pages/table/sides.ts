/** Who plays together. */

/** A list by sides, each with its members in their order; a side comes where its first member does. */
export function sidesOf<T>(list: readonly T[], sideOf: (one: T) => number): [T, ...T[]][] {
  const sides = new Map<number, [T, ...T[]]>();
  for (const one of list) {
    const side = sides.get(sideOf(one));
    if (side) side.push(one);
    else sides.set(sideOf(one), [one]);
  }
  return [...sides.values()];
}
