/** What the service said of single fields, for the fields to show beside them. */
import { getContext, setContext } from 'svelte';

const key = Symbol('field issues');

/** Called where the fields are, once. */
export function setFieldIssues(issues: () => ReadonlyMap<string, string>): void {
  setContext(key, issues);
}

/** What was said of the field; call it while a component is made, read it in a template. */
export function fieldIssues(): (field: string) => string | undefined {
  const issues = getContext<(() => ReadonlyMap<string, string>) | undefined>(key);
  return (field) => issues?.().get(field);
}
