import { expect, it } from 'vitest';
import { check } from './hashes';

const fairness = {
  promise: 'f5b62f91a380859c7db9995eb57a8bc2df3298b4dc9a36a5c7168496518ef0df',
  commitment: '203687c409f1282ee6d2bb62fc0df5fa0dcb81648de3f41aed646cbd9125a91c',
  secret: '07'.repeat(32),
  seeds: [
    { seat: 0, seed: '01'.repeat(32) },
    { seat: 2, seed: '03'.repeat(32) },
  ],
};

it('computes the hashes the server computes', () => {
  expect(check(fairness)).toEqual({ isPromiseKept: true, isCommitmentKept: true });
});

it('notices another secret and another seed', () => {
  expect(check({ ...fairness, secret: '08'.repeat(32) })).toEqual({ isPromiseKept: false, isCommitmentKept: false });
  const seeds = [fairness.seeds[0]!];
  expect(check({ ...fairness, seeds })).toEqual({ isPromiseKept: true, isCommitmentKept: false });
});
