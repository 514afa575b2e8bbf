import { afterEach, expect, it, vi } from 'vitest';
import { call } from './attention';

afterEach(() => vi.unstubAllGlobals());

const browser = (hasBeenActive: boolean) => ({
  userActivation: { hasBeenActive },
  vibrate: vi.fn(),
  setAppBadge: vi.fn(() => Promise.resolve()),
  clearAppBadge: vi.fn(() => Promise.resolve()),
});

it('buzzes and marks the icon when it is one’s turn, and clears it after', () => {
  const phone = browser(true);
  vi.stubGlobal('navigator', phone);
  call(true);
  expect(phone.vibrate).toHaveBeenCalledOnce();
  expect(phone.setAppBadge).toHaveBeenCalledWith(1);
  call(false);
  expect(phone.clearAppBadge).toHaveBeenCalledOnce();
  expect(phone.vibrate).toHaveBeenCalledOnce();
});

it('asks nothing of a browser that can do none of it, nor of one nobody has touched', () => {
  const phone = browser(false);
  vi.stubGlobal('navigator', phone);
  call(true);
  expect(phone.vibrate).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', {});
  expect(() => call(true)).not.toThrow();
});
