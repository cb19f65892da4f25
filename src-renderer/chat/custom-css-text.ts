/** Why the preview does not show custom CSS, in words. */
import { m } from '@shared/messages/messages';
import { customCssLimits, type CustomCssTrouble } from './custom-css-limits';

const whole = new Intl.NumberFormat('en-GB');
const tenths = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

export function customCssText(trouble: CustomCssTrouble): string {
  switch (trouble.kind) {
    case 'tooLong':
      return m.chat_css_too_long({
        length: whole.format(trouble.length),
        limit: whole.format(customCssLimits.length),
      });
    case 'tooDeep':
      return m.chat_css_too_deep();
    case 'tooManyRules':
      return m.chat_css_too_many_rules({
        rules: whole.format(trouble.rules),
        limit: whole.format(customCssLimits.rules),
      });
    case 'tooSlow':
      return m.chat_css_too_slow({ seconds: tenths.format(trouble.ms / 1_000) });
    case 'refused':
      return m.chat_css_refused();
  }
}
