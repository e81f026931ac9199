import type { Config } from '#libs/core/config/config';
import { type Finding, ok, warning } from '#apps/cli/doctor/finding';

/** Settings that are valid and yet unwise. What is not valid was named before. */
export function checkConfiguration(config: Config): Finding[] {
  const { LODGE_MODE, PUBLIC_URL, MAIL_URL, RATE_LIMIT_LOG_IN_PER_MINUTE, RATE_LIMIT_LOG_IN_FAILURES } = config;
  const isProduction = LODGE_MODE === 'production';
  const findings = [
    isProduction &&
      !PUBLIC_URL.startsWith('https:') &&
      warning('PUBLIC_URL is not https: browsers will not keep the cookies', 'Set PUBLIC_URL to the https address.'),
    isProduction &&
      MAIL_URL.startsWith('file:') &&
      warning('MAIL_URL writes mails to a folder; nobody gets them', 'Set MAIL_URL to smtp:// or smtps://.'),
    isProduction &&
      config.TRUSTED_PROXIES.length === 0 &&
      warning(
        'TRUSTED_PROXIES is empty: behind a proxy all callers would share one address, and its log-in limit',
        'Set TRUSTED_PROXIES to the address of the proxy, unless there is none.',
      ),
    (RATE_LIMIT_LOG_IN_PER_MINUTE === 0 || RATE_LIMIT_LOG_IN_FAILURES === 0) &&
      warning('Guessing passwords is not limited', 'Set RATE_LIMIT_LOG_IN_PER_MINUTE and _FAILURES above 0.'),
  ].filter((finding) => finding !== false);
  return findings.length > 0 ? findings : [ok('The configuration is complete.')];
}
