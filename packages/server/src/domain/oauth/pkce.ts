import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#domain/refusal'

/** [APP-15] Checks the challenge with which an app sends a person here. Only `S256` proves anything. */
export function checkChallenge(
  {
    code_challenge: challenge,
    code_challenge_method: way,
  }: { code_challenge?: string | undefined; code_challenge_method?: string | undefined },
  isAllowed: boolean,
): void {
  if (challenge === undefined && way === undefined) return
  if (!isAllowed)
    throw new Refusal('pkce_not_allowed', 'The manifest of the app does not have `oauth_config.pkce_enabled`.')
  if (way !== 'S256') throw new Refusal('invalid_code_challenge', '`code_challenge_method` has to be `S256`.')
  if (challenge === undefined || !/^[\w-]{43}$/.test(challenge))
    throw new Refusal(
      'invalid_code_challenge',
      '`code_challenge` is not a SHA-256 in base64url, which has 43 characters.',
    )
}

/** [APP-15] Checks that whoever exchanges a code is who asked for it. */
export function checkVerifier(challenge: string | null, verifier: string | undefined): void {
  if (challenge === null && verifier === undefined) return
  const proof = createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url')
  const [given, expected] = [proof, challenge ?? ''].map((text) => Buffer.from(text))
  if (
    verifier !== undefined &&
    given &&
    expected &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  )
    return
  throw new Refusal(
    'invalid_code_verifier',
    'The `code_verifier` does not belong to the `code_challenge` of this code.',
  )
}
