import { describe, expect, test } from '@jest/globals';
import { isTombstone } from '../../src/api/customers.ts';

describe('a tombstone', () => {
  test.each([
    { is_active: false },
    { is_active: 0 },
    { deleted_at: '2026-01-01' },
    { deleted: true },
    { deactivated: true },
    { deactivated_at: '2026-01-01' },
    { status: 'deleted' },
    { deletion: { at: '2026-01-01' } },
    { is_active: true, deleted_at: '2026-01-01' },
  ])('is %j', (r) => {
    expect(isTombstone(r)).toBe(true);
  });

  test.each([
    { is_active: true },
    { is_active: true, deactivated_at: '2026-01-01' },
    { is_active: true, status: 'deactivated' },
    { is_active: 1, deactivated_at: '2026-01-01' },
    { status: 'undeleted' },
    { status: 'deleted soon' },
    { deleted_at: null },
    {},
    { deleted: false },
    { status: 'active' },
  ])('is not %j', (r) => {
    expect(isTombstone(r)).toBe(false);
  });
});
