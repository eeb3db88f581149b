import { describe, expect, test } from '@jest/globals';
import { isTombstone, readDeletionTime } from '../../src/api/customers.ts';

const time = '2026-11-20T08:00:00Z';

describe('a tombstone', () => {
  test.each<[string, object]>([
    ['is_active false', { is_active: false }],
    ['is_active 0', { is_active: 0 }],
    ['is_active "no"', { is_active: 'no' }],
    ['deleted_at', { deleted_at: time }],
    ['removed_at', { removed_at: time }],
    ['deleted', { deleted: true }],
    ['is_deleted', { is_deleted: 1 }],
    ['tombstone', { tombstone: 'yes' }],
    ['is_tombstone', { is_tombstone: true }],
    ['deactivated', { deactivated: true }],
    ['deactivated_at', { deactivated_at: time }],
    ['the status "deleted"', { status: 'deleted' }],
    ['the status "Deactivated"', { status: 'Deactivated' }],
    ['a deletion', { deletion: { at: time } }],
    ['a time of deletion, although it is called active', { is_active: true, deleted_at: time }],
  ])('is told by %s', (_, record) => {
    expect(isTombstone({ name: 'A', ...record })).toBe(true);
  });

  test.each<[string, object]>([
    ['nothing', {}],
    ['is_active', { is_active: true }],
    ['when it was deactivated before it was brought back', { is_active: true, deactivated_at: time }],
    ['a status from before it was brought back', { is_active: true, status: 'deactivated' }],
    ['is_active 1', { is_active: 1, deactivated: true }],
    ['another status', { status: 'undeleted' }],
    ['a status that goes on', { status: 'deleted soon' }],
    ['deleted_at null', { deleted_at: null }],
    ['deleted false', { deleted: false }],
    ['deleted "0"', { deleted: '0' }],
    ['deleted 0', { deleted: 0 }],
    ['deleted "false"', { deleted: 'false' }],
    ['deleted "no"', { deleted: 'no' }],
    ['deleted []', { deleted: [] }],
    ['a deletion that is empty', { deletion: {} }],
    ['deactivated_at ""', { deactivated_at: '' }],
    ['deactivated "no"', { deactivated: 'no' }],
    ['is_active that is empty', { is_active: '' }],
  ])('is not told by %s', (_, record) => {
    expect(isTombstone({ name: 'A', ...record })).toBe(false);
  });

  test.each<[string, object, unknown]>([
    ['deleted_at', { deleted: true, deleted_at: time }, time],
    ['deactivated_at', { is_active: false, deactivated_at: time }, time],
    ['a mark that is a time', { deleted: time }, time],
    ['no mark that only says yes', { deleted: true, updated_at: time }, undefined],
  ])('shows its time in %s', (_, record, shown) => {
    expect(readDeletionTime({ ...record })).toBe(shown);
  });
});
