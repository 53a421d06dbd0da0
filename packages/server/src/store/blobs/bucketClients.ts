import type { S3 } from '@aws-sdk/client-s3'

/** Where the bytes of files lie in a store that speaks S3. */
export interface BucketAddress {
  bucket: string
  /** What every key begins with; empty, or ends with a slash. */
  prefix: string
  region: string | undefined
  /** The store's own address. Undefined for Amazon's. */
  endpoint: string | undefined
}

/** How long the store may take to accept a connection. Milliseconds. */
const connectionTimeout = 3000
/** How many connections each client may have: a file that somebody reads slowly keeps one. */
const agent = { maxSockets: 200 }

export interface BucketClients {
  client: S3
  /** It may send for long: only a store that takes nothing more is given up. */
  sender: S3
  /** Its connections are silent while somebody reads slowly. */
  reader: S3
}

/**
 * Opens clients of a store. Credentials come from where Amazon's own tools find them: `AWS_ACCESS_KEY_ID` and
 * `AWS_SECRET_ACCESS_KEY`, a profile, or the role of the machine.
 */
export async function openClients(
  { region, endpoint }: BucketAddress,
  { answerMs, silenceMs }: { answerMs: number; silenceMs: number },
): Promise<BucketClients> {
  // Only servers that use a bucket load the library.
  const { S3 } = await import('@aws-sdk/client-s3')
  // The library counts the time in which a body is sent as a part of `requestTimeout`.
  const open = (timeouts: { requestTimeout?: number; socketTimeout?: number }) =>
    new S3({
      requestHandler: {
        connectionTimeout,
        throwOnRequestTimeout: true,
        ...timeouts,
        httpAgent: agent,
        httpsAgent: agent,
      },
      // Stores other than Amazon's need not have a name for each bucket, and need not know the newer checksums.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true, region: 'us-east-1' }),
      ...(region !== undefined && { region }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  return {
    client: open({ requestTimeout: answerMs, socketTimeout: silenceMs }),
    sender: open({ socketTimeout: silenceMs }),
    reader: open({ requestTimeout: answerMs }),
  }
}
