/** Completion of the chat's own names; properties and values come from the language. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { chatClasses, chatVariables } from './chat-names';

/** Before the language's own suggestions. */
const boost = 50;

const classOptions: readonly Completion[] = chatClasses.map(({ name, detail }) => ({
  label: name,
  detail: detail(),
  type: 'class',
  boost,
}));
const variableOptions: readonly Completion[] = chatVariables.map(({ name, detail }) => ({
  label: name,
  detail: detail(),
  type: 'variable',
  boost,
}));

function isInDeclaration({ state, pos }: CompletionContext): boolean {
  const before = syntaxTree(state).resolveInner(pos, -1);
  return before.name === 'Declaration' || before.parent?.name === 'Declaration';
}

/** The chat's classes after a dot in a selector, its variables after `--` or in `var()`. */
export function completeChatNames(context: CompletionContext): CompletionResult | null {
  const variable = context.matchBefore(/--[\w-]*|(?<=\bvar\(\s*)[\w-]*/u);
  if (variable && (variable.from < variable.to || context.explicit)) {
    return { from: variable.from, options: [...variableOptions], validFor: /^[\w-]*$/u };
  }
  const name = context.matchBefore(/\.[\w-]*/u);
  // `.5em` is a number.
  if (name && !isInDeclaration(context) && !/^\.\d/u.test(name.text)) {
    return { from: name.from + 1, options: [...classOptions], validFor: /^[\w-]*$/u };
  }
  return null;
}
