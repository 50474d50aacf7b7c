import type { Reservation } from './reservation.js';

type Room = Pick<Reservation, 'written' | 'growTo' | 'count' | 'countKept'>;

/** The part of a work folder's space that one subfolder uses, in bytes. */
export class RoomPart implements Room {
  written = 0;

  constructor(private readonly whole: Room) {}

  /** @param bytes size of this subfolder in total @throws DomainError DISK_FULL */
  growTo(bytes: number): Promise<void> {
    return this.whole.growTo(this.whole.written - this.written + bytes);
  }

  /** @throws DomainError DISK_FULL */
  count(bytes: number): void {
    this.written += bytes;
    this.whole.count(bytes);
  }

  /** @throws DomainError DISK_FULL */
  countKept(bytes: number): void {
    this.written += bytes;
    this.whole.countKept(bytes);
  }

  /** Call after the subfolder has been removed. */
  clear(): void {
    this.count(-this.written);
  }
}
