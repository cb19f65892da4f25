/** The look of the editor: the app's own tokens, which differ between light and dark by themselves. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const underline = (colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${colour}`,
  textUnderlineOffset: '3px',
  textDecorationSkipInk: 'none',
});
const control = {
  minHeight: '1.625rem',
  border: '1px solid var(--line-control)',
  borderRadius: 'var(--r-sm)',
  background: 'var(--bg-surface)',
  color: 'var(--text)',
  font: 'var(--weight-regular) var(--text-xs) / var(--lh-xs) var(--font-ui)',
};
const ring = { outline: '2px solid var(--focus)', outlineOffset: '2px' };

export const appearance = EditorView.theme({
  '&': {
    // Enlarged, it fills what its section has room for.
    height: 'var(--css-height, auto)',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--r-sm)',
    background: 'var(--bg-surface)',
    color: 'var(--text)',
    fontSize: 'var(--text-xs)',
  },
  '&.cm-focused': {
    outline: 'none',
    borderColor: 'var(--focus)',
    boxShadow: '0 0 0 3px var(--accent-soft)',
  },
  '.cm-scroller': {
    minHeight: 'var(--css-height, 13rem)',
    maxHeight: 'var(--css-height, min(32rem, 56vh))',
    fontFamily: 'var(--font-mono)',
    fontVariantLigatures: 'none',
    lineHeight: '1.125rem',
    overflow: 'auto',
  },
  // As everywhere else in the app, whose own rules don't reach in here.
  '::-webkit-scrollbar': { width: '10px', height: '10px' },
  '::-webkit-scrollbar-thumb': {
    border: '3px solid transparent',
    borderRadius: 'var(--r-full)',
    background: 'var(--line-control) content-box',
  },
  '::-webkit-scrollbar-track, ::-webkit-scrollbar-corner': { background: 'transparent' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--text)' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-line': { padding: '0 8px 0 10px' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--on-accent-soft)',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'var(--bad-soft)',
    color: 'var(--bad)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-lintRange-error': underline('var(--bad)'),
  '.cm-lintRange-warning': underline('var(--warn)'),
  '.cm-lintRange-info': underline('var(--accent)'),
  '.cm-lintPoint:after': { display: 'none' },
  '.cm-tooltip': {
    zIndex: '40',
    overflow: 'hidden',
    border: '0',
    borderRadius: 'var(--r-md)',
    background: 'var(--bg-surface)',
    boxShadow: 'var(--shadow-menu)',
    color: 'var(--text)',
  },
  '.cm-tooltip-lint': { maxWidth: '20rem' },
  '.cm-diagnostic': {
    padding: '6px 10px',
    borderLeft: '3px solid var(--line-control)',
    font: 'var(--weight-regular) var(--text-xs) / var(--lh-xs) var(--font-ui)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--accent)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxWidth: 'min(26rem, 94vw)',
    maxHeight: '15rem',
    padding: '4px',
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-xs)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '12px',
    alignItems: 'baseline',
    padding: '4px 8px',
    borderRadius: 'var(--r-sm)',
    lineHeight: 'var(--lh-xs)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--bg-active)',
    color: 'var(--text)',
  },
  '.cm-completionLabel': { flex: '1', overflowWrap: 'anywhere', whiteSpace: 'normal' },
  '.cm-completionDetail': {
    marginLeft: '0',
    color: 'var(--text-2)',
    fontFamily: 'var(--font-ui)',
    fontStyle: 'normal',
  },
  '.cm-completionMatchedText': {
    color: 'var(--accent)',
    fontWeight: 'var(--weight-strong)',
    textDecoration: 'none',
  },
  '.cm-panels': { background: 'var(--bg-surface)', color: 'var(--text)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)', borderRadius: '5px 5px 0 0' },
  '.cm-panel.cm-search, .cm-panel.cm-gotoLine, .cm-dialog': {
    padding: '6px 28px 6px 8px',
    font: 'var(--weight-regular) var(--text-xs) / var(--lh-xs) var(--font-ui)',
  },
  // Its fields have a line each, and their buttons stand under them.
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '6px',
    alignItems: 'center',
    padding: '8px',
    '& br': { display: 'none' },
    '& input, & button, & label': { margin: '0' },
    '& .cm-textfield': { flex: '1 1 100%', minWidth: '0' },
    '& .cm-textfield[name="search"]': { flexBasis: 'calc(100% - 30px)', marginRight: '30px' },
    '& label': {
      display: 'inline-flex',
      gap: '5px',
      alignItems: 'center',
      marginRight: '6px',
      fontSize: 'var(--text-xs)',
    },
    '& [type="checkbox"]': { accentColor: 'var(--accent-fill)' },
    '& [name="close"]': { top: '9px', right: '8px' },
  },
  '.cm-textfield': { ...control, maxWidth: '100%', padding: '0 6px', verticalAlign: 'middle' },
  '.cm-button': { ...control, borderColor: 'var(--line-field)', padding: '0 8px' },
  '.cm-button:active': { background: 'var(--bg-active)' },
  '.cm-textfield:focus-visible, .cm-button:focus-visible, [name="close"]:focus-visible': ring,
  '.cm-panel.cm-search [name="close"], .cm-dialog-close': {
    minWidth: '24px',
    minHeight: '24px',
    color: 'var(--text-2)',
    fontSize: 'var(--text-md)',
  },
});

/** Colours that hold 4.5:1 on the surface in both appearances; no meaning hangs on them. */
export const highlighting = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: [tags.className, tags.labelName, tags.tagName], color: 'var(--accent)' },
  { tag: [tags.modifier, tags.definitionKeyword, tags.keyword], color: 'var(--unsure)' },
  { tag: tags.propertyName, color: 'var(--text)' },
  { tag: tags.variableName, color: 'var(--unsure)' },
  { tag: [tags.number, tags.unit, tags.color], color: 'var(--warn)' },
  { tag: [tags.string, tags.atom], color: 'var(--ok)' },
  { tag: [tags.punctuation, tags.operator], color: 'var(--text-2)' },
]);
