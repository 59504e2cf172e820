// What test files print.

/**
 * Vitest leaves out what this refuses: the sign-in site of tests repeats that its settings are
 * meant for development, which they are.
 */
export const onConsoleLog = (text: string): boolean =>
  !/^oidc-provider (?:NOTICE|WARNING): /.test(text);
