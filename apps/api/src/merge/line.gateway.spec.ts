import type { MergeStatus } from '@dipper/contract';
import { LineGateway } from './line.gateway.js';
import type { QueuePlace } from './task/task-queue.repository.js';
import type { WaitingLine } from './waiting-line.js';

function setUp(rooms: readonly string[]) {
  const line = { places: [] as QueuePlace[], looks: 0, asked: [] as string[][] };
  const told: string[] = [];
  const gateway = new LineGateway({
    places: () => {
      line.looks += 1;
      return Promise.resolve(new Map(line.places.map((place) => [place.taskId, place])));
    },
    noteViewers: (ids: string[]) => Promise.resolve(void line.asked.push(ids)),
  } as unknown as WaitingLine);
  const to = (room: string) => ({
    emit: (_: string, { status, queue_position }: MergeStatus) =>
      told.push(`${room} ${status} ${queue_position}`),
  });
  const names = ['socket', ...rooms].map((name): [string, Set<string>] => [name, new Set()]);
  const adapter = { rooms: new Map(names), sids: new Map(names.slice(0, 1)) };
  Object.assign(gateway, { server: { sockets: { adapter }, local: { to } } });
  return { gateway, line, told };
}

const place = (taskId: string, at: number): QueuePlace => ({
  taskId,
  place: at,
  progress: 0,
  steps: null,
  kind: 'join',
});

describe('LineGateway', () => {
  it("sends each room its task's position when it has changed", async () => {
    const { gateway, line, told } = setUp(['a', 'b', 'runs']);
    line.places = [place('a', 2), place('b', 3), place('watched elsewhere', 1)];
    await gateway.sendPlaces();
    expect(told).toEqual(['a queued 2', 'b queued 3']);
    await gateway.sendPlaces();
    expect(told).toHaveLength(2);
    line.places = [place('a', 1), place('b', 3)];
    await gateway.sendPlaces();
    expect(told.slice(2)).toEqual(['a queued 1']);
    // In between, the task ran and was handed back.
    line.places = [place('b', 2)];
    await gateway.sendPlaces();
    line.places = [place('a', 1), place('b', 2)];
    await gateway.sendPlaces();
    expect(told.slice(3)).toEqual(['b queued 2', 'a queued 1']);
  });

  it('does not query the line when there are no watchers or sockets', async () => {
    const { gateway, line } = setUp([]);
    await gateway.sendPlaces();
    await gateway.noteWatched();
    Object.assign(gateway, { server: undefined });
    await gateway.sendPlaces();
    expect([line.looks, line.asked]).toEqual([0, []]);
  });

  it('records which tasks are watched', async () => {
    const { gateway, line } = setUp(['a', 'b']);
    await gateway.noteWatched();
    expect(line.asked).toEqual([['a', 'b']]);
  });
});
