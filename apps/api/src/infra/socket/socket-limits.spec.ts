import { SocketLimits } from './socket-limits.js';

const through = (count: number, takes: () => boolean): number =>
  Array.from({ length: count }, takes).filter(Boolean).length;

describe('SocketLimits', () => {
  beforeEach(() => jest.useFakeTimers({ now: 1_795_230_000_000 }));
  afterEach(() => jest.useRealTimers());

  it('allow a socket a burst of 40 events, then ten a second', () => {
    const socket = new SocketLimits().ofSocket('a');
    expect(through(100, () => socket.event() === 0)).toBe(40);
    expect(socket.event()).toBe(100);
    jest.advanceTimersByTime(1000);
    expect(through(100, () => socket.event() === 0)).toBe(10);
  });

  it('allow all sockets of a visitor 400 events', () => {
    const limits = new SocketLimits();
    const sockets = Array.from({ length: 30 }, () => limits.ofSocket('a'));
    const heeded = sockets.map((socket) => through(40, () => socket.event() === 0));
    expect(heeded.reduce((sum, count) => sum + count)).toBe(400);
    expect(limits.ofSocket('b').event()).toBe(0);
  });

  it('disconnect a socket that sends hundreds of packets', () => {
    const socket = new SocketLimits().ofSocket('a');
    expect(through(500, () => socket.packet())).toBe(300);
  });

  it('allow a visitor 50 open sockets', () => {
    const limits = new SocketLimits();
    const closes = Array.from({ length: 50 }, () => limits.opened('a'));
    expect([limits.handshake('a'), limits.handshake('b')]).toEqual([10_000, 0]);
    closes[0]?.();
    expect(limits.handshake('a')).toBe(0);
  });

  it('allow a visitor 120 connections, then two a second', () => {
    const limits = new SocketLimits();
    expect(through(200, () => limits.handshake('a') === 0)).toBe(120);
    expect(limits.handshake('a')).toBe(500);
  });
});
