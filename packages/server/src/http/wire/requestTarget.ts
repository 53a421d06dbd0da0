import type { IncomingMessage } from 'node:http'

/** [NET-8] A target with a host (RFC 9112, 3.2.2) is answered like its path, and its host counts in place of the header's. */
export function toOriginForm(req: IncomingMessage): void {
  const [, host, target] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(req.url ?? '') ?? []
  if (host === undefined || target === undefined) return
  req.headers.host = host
  req.url = target.startsWith('/') ? target : `/${target}`
}
