/** The colours of the numbers 0 to 6. */
export const NUMBER_INKS = [
  { light: '#59616f', deep: '#333a46', on: '#fff7e2' },
  { light: '#2f8f8a', deep: '#176461', on: '#fff7e2' },
  { light: '#3977c9', deep: '#1f5196', on: '#fff7e2' },
  { light: '#7658c4', deep: '#523a98', on: '#fff7e2' },
  { light: '#bd3f78', deep: '#8c2354', on: '#fff7e2' },
  { light: '#cf5a26', deep: '#a23e12', on: '#fff7e2' },
  { light: '#f2c64f', deep: '#d89e1e', on: '#352500' },
] as const;
