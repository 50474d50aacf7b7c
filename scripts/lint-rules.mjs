// @ts-check
/** Our own lint rules, written as an ESLint plugin that oxlint loads (.oxlintrc.json). */

const MOST_PARAMETERS = 4;
/** The maximum number of services that may be injected. A class that needs more should be split. */
const MOST_INJECTED = 5;
const LETTER = /\p{L}/u;
/** Attributes whose text visitors see or hear. */
const READ_ALOUD = new Set(['title', 'alt', 'placeholder', 'aria-label', 'aria-description']);

/**
 * @typedef {{ type: string, params?: unknown[], parent?: any, value?: any, name?: any }} Node
 * @typedef {{ report: (problem: { node: Node, message: string }) => void }} Context
 */

/** @type {{ create: (context: Context) => Record<string, (node: any) => void> }} */
const fewParameters = {
  create: (context) => {
    const check = (/** @type {Node} */ node) => {
      const isConstructor =
        node.parent?.type === 'MethodDefinition' && node.parent.kind === 'constructor';
      if ((node.params?.length ?? 0) > (isConstructor ? MOST_INJECTED : MOST_PARAMETERS)) {
        context.report({ node, message: 'Too many parameters: name them in an object.' });
      }
    };
    return {
      FunctionDeclaration: check,
      ArrowFunctionExpression: check,
      FunctionExpression: check,
    };
  },
};

/** @type {typeof fewParameters} */
const textFromCatalogue = {
  create: (context) => {
    const message = 'User-facing text comes from the i18n catalogue.';
    return {
      JSXText: (node) => {
        if (LETTER.test(node.value)) {
          context.report({ node, message });
        }
      },
      JSXAttribute: (node) => {
        if (
          READ_ALOUD.has(node.name.name) &&
          node.value?.type === 'Literal' &&
          LETTER.test(String(node.value.value))
        ) {
          context.report({ node: node.value, message });
        }
      },
    };
  },
};

export default {
  meta: { name: 'dipper' },
  rules: {
    'few-parameters': fewParameters,
    'text-from-catalogue': textFromCatalogue,
  },
};
