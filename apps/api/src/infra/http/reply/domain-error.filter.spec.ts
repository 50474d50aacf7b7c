import { BadRequestException, NotFoundException } from '@nestjs/common';
import { DomainError } from '../../errors/domain-error.js';
import { knownCode, toDomainError } from '../../errors/to-domain-error.js';

describe('toDomainError', () => {
  it.each([
    [new DomainError('DISK_FULL'), 'DISK_FULL', 503],
    [new NotFoundException('secret path'), 'NOT_FOUND', 404],
    [new BadRequestException(), 'INVALID_REQUEST', 400],
    [Object.assign(new Error('entity too large'), { status: 413 }), 'PAYLOAD_TOO_LARGE', 413],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'UNAVAILABLE', 503],
    [Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), 'UNAVAILABLE', 503],
    [Object.assign(new Error('terminating'), { code: '57P01' }), 'UNAVAILABLE', 503],
    [Object.assign(new Error('could not extend file'), { code: '53100' }), 'UNAVAILABLE', 503],
    [Object.assign(new Error('no space left'), { code: 'ENOSPC' }), 'UNAVAILABLE', 503],
    [new Error('/etc/passwd at line 3'), 'INTERNAL', 500],
    ['a string', 'INTERNAL', 500],
    [null, 'INTERNAL', 500],
  ])('maps %s to %s with status %i', (thrown, code, status) => {
    const error = toDomainError(thrown);
    expect([error.code, error.status]).toEqual([code, status]);
    expect(error.message).not.toMatch(/secret|passwd|line 3/);
  });
});

describe('DomainError', () => {
  it.each([
    [new DomainError('DISK_FULL'), undefined],
    [new DomainError('BUSY'), { seconds: 10 }],
    [new DomainError('BUSY', { retryAfterSeconds: 3 }), { seconds: 3 }],
    [new DomainError('MEDIA_TOO_LONG', { values: { hours: 2, other: 1 } }), { hours: 2 }],
    [toDomainError(Object.assign(new Error('secret'), { status: 418 })), undefined],
  ])(
    'replies to error %# with its message, its code, and only the numbers in the message',
    (error, values) => {
      expect(error.toReply()).toEqual({
        error: error.message,
        code: error.code,
        ...(values && { values }),
      });
    },
  );
});

describe('knownCode', () => {
  it.each([
    ['DISK_FULL', 'DISK_FULL'],
    ['NOT_A_CODE', 'INTERNAL'],
    ['toString', 'INTERNAL'],
    [null, 'INTERNAL'],
  ])('maps %s to %s', (code, expected) => {
    expect(knownCode(code, 'INTERNAL')).toBe(expected);
  });
});
