import { BlobsOutOfReach } from './blobs.ts'

/** What an error of the store means, in words for the operator. */
export function explainBucketError(bucket: string, error: unknown): BlobsOutOfReach {
  const message = error instanceof Error && error.message !== '' ? error.message : nameOf(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[nameOf(error)] ?? reasons[code] ?? reasons[message] ?? message
  const isSilent = ofSilence.has(nameOf(error)) || ofSilence.has(code) || statusOf(error) >= 500
  return new BlobsOutOfReach(`The bucket ${bucket} cannot be used: ${reason}`, { isSilent, cause: error })
}

/** The names and codes of errors with which no store has answered, or has too much to do. */
const ofSilence: ReadonlySet<string> = new Set([
  'TimeoutError',
  'ETIMEDOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'SlowDown',
])

/** The status of the store's answer; 0 if there is none. */
function statusOf(error: unknown): number {
  const { $metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode ?? 0
}

/** What the errors mean that a new bucket meets, and what to do. */
const reasons: Record<string, string> = {
  NoSuchBucket: 'it does not exist.',
  AccessDenied:
    'these credentials may not. They need GetObject, PutObject, DeleteObject, AbortMultipartUpload and ListBucket.',
  InvalidAccessKeyId: 'the store does not know this access key.',
  SignatureDoesNotMatch: 'the secret access key is wrong.',
  CredentialsProviderError: 'there are no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  PermanentRedirect: 'it is in another region. Name it: s3://bucket?region=eu-central-1',
  TimeoutError: 'it does not answer.',
  'Region is missing': 'its region is missing. Name it: s3://bucket?region=eu-central-1, or AWS_REGION',
  ECONNREFUSED: 'nothing listens at its endpoint. Start the store, or correct the endpoint in --files.',
  ENOTFOUND: 'its endpoint has no address in the network. Correct the endpoint in --files, if it is wrong.',
  EAI_AGAIN: 'its endpoint has no address in the network at present.',
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : String(error)
}
