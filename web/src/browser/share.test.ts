import { expect, it } from 'vitest';
import { isAtHome } from './share';

it('knows which names lead a phone to itself', () => {
  for (const name of ['localhost', '127.0.0.1', '127.0.1.1', '[::1]']) expect(isAtHome(name), name).toBe(true);
  for (const name of ['192.168.1.5', 'den.local', 'play.example', '[fd00::5]'])
    expect(isAtHome(name), name).toBe(false);
});
