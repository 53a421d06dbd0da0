/** What looks like an e-mail address. Letters of every script are allowed. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * [SES-9] The form of an e-mail address by which people are found: small letters, composed as Unicode composes them. It is
 * stored, because the databases do not agree on what a small letter is.
 */
export function toEmailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase().normalize('NFC')
}

/** The columns of an address. */
export function emailColumns(email: string | null): { email: string | null; email_key: string | null } {
  return { email, email_key: email === null ? null : toEmailKey(email) }
}
