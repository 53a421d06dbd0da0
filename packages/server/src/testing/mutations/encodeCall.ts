import type { Args, Damage, MutatedCall } from './mutatedCall.ts'

/** Encodes the call as an HTTP request. */
export function encodeCall({ method, verb, args, as, charset, headers, damage }: MutatedCall) {
  const inQuery = as === 'query' || verb === 'GET' || verb === 'HEAD'
  const { type, body } = inQuery ? { type: undefined, body: undefined } : bodyOf(as, args)
  const path = inQuery ? `${method}?${toForm(args).slice(0, 8000)}` : method
  const damaged = body && damage.reduce(applyDamage, Buffer.from(body))
  return {
    path,
    method: verb,
    headers: { ...headers, ...(type ? { 'content-type': type + (type.startsWith('multipart') ? '' : charset) } : {}) },
    body: damaged,
  }
}

function bodyOf(as: MutatedCall['as'], args: Args): { type: string; body: string } {
  if (as === 'form') return { type: 'application/x-www-form-urlencoded', body: toForm(args) }
  if (as === 'multipart') {
    const parts = Object.entries(args).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${toText(value)}\r\n`,
    )
    return { type: 'multipart/form-data; boundary=b', body: `${parts.join('')}--b--\r\n` }
  }
  return { type: as === 'json' ? 'application/json' : 'text/plain', body: JSON.stringify(args) }
}

function toForm(args: Args): string {
  return Object.entries(args)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(toText(value).toWellFormed())}`,
    )
    .join('&')
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function applyDamage(body: Buffer, damage: Damage): Buffer {
  const at = Math.floor(damage.at * body.length)
  const [before, after] = [body.subarray(0, at), body.subarray(at)]
  if (damage.do === 'cut') return before
  if (damage.do === 'insert') return Buffer.concat([before, damage.bytes, after])
  if (damage.do === 'repeat') return Buffer.concat([before, after.subarray(0, 200), after])
  const copy = Buffer.from(body)
  for (const [i, byte] of damage.bytes.entries()) if (at + i < copy.length) copy[at + i] = byte
  return copy
}
