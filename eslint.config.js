import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

const GENERATED = ['clients/typescript/src/schema.d.ts', 'apps/api/response-examples.ts'];

export default tseslint.config(
  {
    ignores: ['**/dist/', 'node_modules/', '.lodge/'],
  },
  // Parsed, but without rules: an ignored file would be a warning when it is named on the command line.
  { files: GENERATED, languageOptions: { parser: tseslint.parser } },
  {
    ignores: GENERATED,
    extends: [eslint.configs.recommended, tseslint.configs.recommended],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      // A leading underscore says: left out on purpose.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.ts'],
    ignores: GENERATED,
    languageOptions: { parserOptions: { projectService: true } },
    rules: { '@typescript-eslint/no-floating-promises': 'error', '@typescript-eslint/await-thenable': 'error' },
  },
  {
    files: ['**/*.mjs', '*.js', 'apps/local/**', 'apps/cli/**', 'apps/demo/**', 'test/**'],
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', fetch: 'readonly', setTimeout: 'readonly', URL: 'readonly' },
    },
    rules: { 'no-console': 'off' },
  },
  { files: ['test/**', '**/migrations/**'], rules: { 'max-lines': 'off' } },
);
