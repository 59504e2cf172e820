// Old forms of addresses become present ones.
import { describe, expect, it } from 'vitest';
import { hashOfOldPath, modernHash } from './old-address.ts';

describe('old addresses', () => {
  it("[H020] '#v/' becomes '#/'", () => {
    expect(modernHash('#v/results/s/fiop::sgp2000sprcloud')).toBe(
      '#/results/s/fiop::sgp2000sprcloud',
    );
    expect(modernHash('#/results/s::x')).toBeNull();
    expect(modernHash('')).toBeNull();
  });

  it("[H021] '/s/' becomes '#/'", () => {
    expect(hashOfOldPath('/discovery/s/results/site_code::oli')).toBe('#/results/site_code::oli');
    expect(hashOfOldPath('/s/saved')).toBe('#/saved');
    expect(hashOfOldPath('/discovery/')).toBeNull();
    expect(modernHash('#s/results')).toBe('#/results');
  });
});
