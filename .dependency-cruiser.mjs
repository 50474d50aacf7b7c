/** What the linter cannot say: the server's import graph has no circle, and its roles keep their layers. */
export default {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nobody-calls-an-edge',
      comment:
        'Controllers, gateways and workers are called by the outside; modules only list them.',
      severity: 'error',
      from: { pathNot: '\\.(module|spec)\\.ts$' },
      to: { path: '^apps/api/src/.+\\.(controller|gateway|worker)\\.ts$' },
    },
    {
      name: 'tables-have-one-owner',
      comment: "Another module's rows are asked for through its services.",
      severity: 'error',
      from: { path: '^apps/api/src/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '\\.(repository|entity)\\.ts$', pathNot: '^apps/api/src/$1/' },
    },
    {
      name: 'repositories-below-services',
      severity: 'error',
      from: { path: '\\.(repository|entity)\\.ts$' },
      to: { path: '\\.(service|module)\\.ts$', pathNot: '^apps/api/src/infra/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules|testing)/|\\.spec\\.ts$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  },
};
