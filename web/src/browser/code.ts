/** The code of a table, as people say and type it. */

/** The code somebody meant: any case, spaces and dashes left out, misread letters put right; none if it is no code. */
export function readCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[0-9A-Z]{6}$/.test(code) ? code : null;
}

/** An address as one reads it aloud. */
export function spoken(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
