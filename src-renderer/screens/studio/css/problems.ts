/** What is wrong with a style sheet, and what of it the preview leaves out, at its place. */
import { m } from '@shared/messages/messages';
import type { syntaxTree } from '@codemirror/language';
import { chatClasses } from './chat-names';

type Tree = ReturnType<typeof syntaxTree>;
type SyntaxNode = Tree['topNode'];

export interface CssProblem {
  /** Offsets in the text. */
  from: number;
  to: number;
  /** `error`: can't be read; `warning`: is left out; `info`: shows only elsewhere. */
  severity: 'error' | 'warning' | 'info';
  message: string;
}

/** Whether a browser takes the value for the property, as `CSS.supports` has it. */
export type Supports = (property: string, value: string) => boolean;

/** At most so many are told: after that the first ones are what matters. */
const most = 100;

/** Rules in which there are descriptors in place of properties. */
const withDescriptors = /^@(?:font-face|property|counter-style|page|font-palette-values)\b/iu;

/** The rule without its block, in which a declaration was taken for a selector. */
function asSelector(node: SyntaxNode): SyntaxNode | null {
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.name === 'RuleSet' && at.parent?.name === 'Block' && !at.getChild('Block')) return at;
  }
  return null;
}

/** What a place that can't be read most probably is. */
function misread(node: SyntaxNode, text: string): CssProblem | null {
  const read = (from: number, to: number) => text.slice(from, to);
  const { parent } = node;
  const error = (from: number, to: number, message: string): CssProblem => ({
    from,
    to: Math.max(to, Math.min(from + 1, text.length)),
    severity: 'error',
    message,
  });
  if (parent?.name === 'Block' && node.from >= text.trimEnd().length && !parent.getChild('}')) {
    return error(parent.from, parent.from + 1, m.studio_css_open_block());
  }
  // The parser stumbles over addresses of one letter, which are fine.
  if (parent?.name === 'CallLiteral' && parent.getChild(')')) return null;
  if (parent && ['ArgList', 'CallLiteral', 'CallExpression'].includes(parent.name)) {
    return error(parent.from, node.to, m.studio_css_open_bracket());
  }
  const rule = asSelector(node);
  if (rule) {
    const has = read(rule.from, rule.to).includes(':');
    const message = has ? m.studio_css_no_semicolon() : m.studio_css_no_colon();
    return error(rule.from, rule.from + read(rule.from, rule.to).trimEnd().length, message);
  }
  if (read(node.from, node.to).trim() === '}') {
    return error(node.from, node.to, m.studio_css_stray_brace());
  }
  return error(node.from, node.to, m.studio_css_unreadable());
}

function declarationProblem(
  node: SyntaxNode,
  text: string,
  supports: Supports,
): CssProblem | undefined {
  const name = node.getChild('PropertyName');
  if (!name) return undefined;
  const property = text.slice(name.from, name.to);
  // Another browser's own property is for that one.
  if (property.startsWith('-')) return undefined;
  const rule = node.parent?.parent;
  if (rule?.name === 'AtRule' && withDescriptors.test(text.slice(rule.from, rule.from + 24))) {
    return undefined;
  }
  if (!supports(property, 'inherit')) {
    const message = m.studio_css_unknown_property({ property });
    return { from: name.from, to: name.to, severity: 'warning', message };
  }
  const colon = node.getChild(':');
  if (!colon) return undefined;
  const whole = text.slice(colon.to, node.to);
  const value = whole
    .replace(/\/\*[\s\S]*?\*\//gu, ' ')
    .replace(/!\s*important\s*$/iu, '')
    .trim();
  if (value !== '' && supports(property, value)) return undefined;
  if (value === '') {
    const message = m.studio_css_no_value({ property });
    return { from: name.from, to: name.to, severity: 'warning', message };
  }
  const from = colon.to + (whole.length - whole.trimStart().length);
  const message = m.studio_css_wrong_value({ property });
  return { from, to: node.to, severity: 'warning', message };
}

/** What is told of one place; `null` where it is fine. */
function problemAt(node: SyntaxNode, text: string, supports: Supports): CssProblem | null {
  if (node.type.isError) return misread(node, text);
  const here = { from: node.from, to: node.to };
  switch (node.name) {
    case 'ImportStatement':
      return { ...here, severity: 'warning', message: m.studio_css_import() };
    case 'CallLiteral':
    case 'CallExpression':
      return /^url\(\s*["']?(?![\s"']*#)/iu.test(text.slice(node.from, node.to)) &&
        node.parent?.name !== 'ImportStatement'
        ? { ...here, severity: 'info', message: m.studio_css_address() }
        : null;
    case 'ClassName': {
      const name = text.slice(node.from, node.to);
      return name.startsWith('typebot-') && !chatClasses.some((known) => known.name === name)
        ? { ...here, severity: 'info', message: m.studio_css_unknown_class({ name }) }
        : null;
    }
    case 'Declaration':
      return declarationProblem(node, text, supports) ?? null;
    default:
      return null;
  }
}

/** The problems of a style sheet in the order of the text, one for a place. */
export function cssProblems(tree: Tree, text: string, supports: Supports): CssProblem[] {
  const found: CssProblem[] = [];
  let lastError = -1;
  tree.iterate({
    enter: (reference) => {
      if (found.length >= most) return false;
      const problem = problemAt(reference.node, text, supports);
      if (!problem) return undefined;
      // One mistake makes several places unreadable, one inside or behind the other.
      if (problem.severity === 'error') {
        if (problem.from < lastError) return undefined;
        lastError = problem.to;
      }
      found.push(problem);
      return undefined;
    },
  });
  const isSame = (one: CssProblem, other: CssProblem | undefined) =>
    one.from === other?.from && one.message === other.message;
  return found
    .sort((a, b) => a.from - b.from)
    .filter((problem, at) => !isSame(problem, found[at - 1]));
}
