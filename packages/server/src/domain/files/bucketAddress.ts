import type { BucketAddress } from '#store/blobs/bucketClients'

const parameters: ReadonlySet<string> = new Set(['region', 'endpoint'])
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** Reads `s3://bucket/prefix?region=…&endpoint=https://…`. Throws an error that says what is wrong with it. */
export function parseBucketAddress(text: string): BucketAddress {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.hostname === '')
    throw new Error('needs to be an address like s3://bucket/prefix?region=eu-central-1')
  if (url.username !== '' || url.password !== '')
    throw new Error('holds credentials; they belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  if (!bucketName.test(url.hostname)) throw new Error(`names a bucket that cannot exist: ${url.hostname}`)
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.has(name))
  if (unknown !== undefined) throw new Error(`has an unknown parameter ${unknown}; there are region and endpoint`)
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new Error('needs an endpoint that begins with https:// or http://')
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return {
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    region: url.searchParams.get('region') ?? undefined,
    endpoint,
  }
}
