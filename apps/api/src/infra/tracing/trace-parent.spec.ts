import { spanContextOf, traceParentOf } from './trace-parent.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('a trace parent', () => {
  it('is parsed as it was written', () => {
    const span = { traceId: TRACE, spanId: SPAN, traceFlags: 1 };
    expect(traceParentOf(span)).toBe(`00-${TRACE}-${SPAN}-01`);
    expect(spanContextOf(traceParentOf(span))).toEqual({ ...span, isRemote: true });
    expect(spanContextOf(`00-${TRACE}-${SPAN}-00`)).toMatchObject({ traceFlags: 0 });
  });

  it.each([
    '',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
  ])('is refused if it is malformed: %j', (text) => {
    expect(spanContextOf(text)).toBeNull();
  });
});
