import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Erasing also finds names in what was copied from pages and mails: with entities, tags and signs in the codings of addresses and mails. */
export class EscapedTexts1768580000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UNESCAPED);
    await runner.query(NAMES_ANY('(SELECT given AS text UNION SELECT unescaped(given)) AS texts, ', 'text'));
    await runner.query(WITHOUT_NAMES('IF plain <> given AND names_any(plain, names) THEN given := plain; END IF;', '\n  plain text := unescaped(given);')); // prettier-ignore
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(NAMES_ANY('', 'given'));
    await runner.query(WITHOUT_NAMES(''));
    await runner.query('DROP FUNCTION unescaped(text)');
  }
}

// No sign that ends a value of a JSON text comes out of it.
const UNESCAPED = String.raw`
CREATE FUNCTION unescaped(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  IF given !~ '&#?[[:alnum:]]|<|[%=][02aA]' THEN RETURN given; END IF;
  given := regexp_replace(given, '&(?:amp;)+', '&', 'gi');
  given := regexp_replace(given, '</?(?:a|abbr|b|em|font|i|mark|small|span|strong|sub|sup|u|wbr)(?:\s[^<>"\\]*|/)?>', '', 'gi');
  given := regexp_replace(given, '</?[[:alpha:]]{1,10}(?:\s[^<>"\\]*|/)?>', '|', 'g');
  given := regexp_replace(given, '(?<=[[:alpha:])''’])[%=](?:09|0[ad]|20|a0)(?=[[:alpha:]])', ' ', 'gi');
  given := regexp_replace(given, '&(?:shy|zwn?j);', '', 'gi');
  given := regexp_replace(given, '&(?:nbsp;?|[[:alpha:]]{1,18}sp(?:ace)?(?:1[34])?;|tab;|newline;)', ' ', 'gi');
  given := regexp_replace(given, '&(?:[mn]dash|hyphen|dash);', '-', 'gi');
  given := regexp_replace(given, '&comma;', ',', 'gi');
  given := regexp_replace(given, '&(?:quot|apos|[lrbs][abds]+quo);', '''', 'gi');
  given := regexp_replace(given, '&l(?:par|sqb|brack);', '(', 'gi');
  given := regexp_replace(given, '&r(?:par|sqb|brack);', ')', 'gi');
  given := regexp_replace(given, '&szlig;', 'ss', 'gi');
  given := regexp_replace(given, '&(ae|oe)lig;', '\1', 'gi');
  given := regexp_replace(given, '&thorn;', 'th', 'gi');
  given := regexp_replace(given, '&eth;', 'd', 'gi');
  given := regexp_replace(given, '&([[:alpha:]])(?:acute|breve|caron|cedil|circ|dblac|dot|grave|macr|ogon|ring|slash|strok|tilde|uml);', '\1', 'g');
  IF given !~ '&#[\dxX]' THEN RETURN given; END IF;
  RETURN (
    SELECT string_agg(part[1] || CASE
      WHEN part[2] IS NULL THEN part[3]
      WHEN letter IN (34, 39) THEN ''''
      WHEN letter IN (40, 41, 44, 45, 46) OR letter BETWEEN 48 AND 57 OR letter BETWEEN 65 AND 90 OR letter BETWEEN 97 AND 122
        OR letter BETWEEN 160 AND 55295 OR letter BETWEEN 57344 AND 65533 THEN chr(letter)
      ELSE ' ' END, '' ORDER BY n)
    FROM regexp_matches(given, '([^&]*)(?:&#(\d{1,6}|[xX][[:xdigit:]]{1,5})(?:;|(?![[:xdigit:]]))|(&|$))', 'g') WITH ORDINALITY AS piece (part, n),
      LATERAL (SELECT CASE WHEN part[2] ~ '^\d' THEN part[2]::integer ELSE ('x' || lpad(substr(part[2], 2), 8, '0'))::bit(32)::integer END AS letter) AS decoded);
END $$`;

const WHOLE = `split_part(name, '***:', 3)`;
// PostgreSQL does not say in which order it computes an AND.
const IS_SPELT = (text: string): string =>
  `CASE WHEN ${text} ~ split_part(name, '***:', 2) THEN ${text} ~ ${WHOLE} ELSE false END`;

const NAMES_ANY = (texts: string, text: string): string => `
CREATE OR REPLACE FUNCTION names_any(given text, names text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
  SELECT coalesce(bool_or(CASE WHEN name LIKE '***:%' THEN ${IS_SPELT(text)} ELSE strpos(lower(${text}), lower(name)) > 0 END), false)
  FROM ${texts}unnest(names) AS name)`;

const WITHOUT_NAMES = (first: string, declared = ''): string => `
CREATE OR REPLACE FUNCTION without_names(given text, names text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  name text;${declared}
BEGIN
  ${first}
  FOREACH name IN ARRAY names LOOP
    IF name LIKE '***:%' THEN
      IF (${IS_SPELT('given')}) THEN given := regexp_replace(given, ${WHOLE}, '[erased]', 'g'); END IF;
      CONTINUE;
    END IF;
    given := regexp_replace(given, '(?<![[:alnum:]])' || regexp_replace(name, '([][\\\\.^$*+?(){}|])', '\\\\\\1', 'g')
      || '(?![[:alnum:]])', '[erased]', 'gi');
  END LOOP;
  RETURN given;
END $$`;
