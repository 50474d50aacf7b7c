import { stagesFor } from './stages.mjs';

const shape = (argv: string[]) => {
  const { check, stages } = stagesFor(argv);
  return [
    check,
    stages.map((s) => `${s.backend}: ${[...s.projects, ...(s.filter ?? [])].join(' ')}`),
  ];
};

describe('stagesFor', () => {
  it.each<[string[], boolean, string[]]>([
    [[], true, ['embedded: libs api web', 'embedded: medium e2e egress', 'services: medium e2e']],
    [['--only', 'medium'], false, ['embedded: medium', 'services: medium']],
    [['--only', 'egress,libs'], false, ['embedded: libs', 'embedded: egress']],
    [['--only', 'nonesuch'], false, []],
    [['merge'], false, ['embedded: libs api web medium egress e2e merge']],
    [['--only', 'api', '-t', 'lock'], false, ['embedded: api -t lock']],
  ])('%j', (argv, check, stages) => {
    expect(shape(argv)).toEqual([check, stages]);
  });
});
