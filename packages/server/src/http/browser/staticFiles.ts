import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file that is served from memory: every answer shares one buffer, and none opens a file. */
interface StaticFile {
  bytes: Buffer
  type: string
  etag: string
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The files of a directory, or the named ones only. They are read at the first request for one of them, and never again. */
export class StaticFiles {
  readonly #directory: string
  readonly #names: readonly string[] | undefined
  #reading: Promise<ReadonlyMap<string, StaticFile>> | undefined

  constructor(directory: string, names?: readonly string[]) {
    this.#directory = directory
    this.#names = names
  }

  /** Answers with the file of that name, a path below the directory with slashes. */
  async send(request: FastifyRequest, reply: FastifyReply, name: string, cacheControl: string): Promise<void> {
    const file = (await this.#files()).get(name)
    if (!file) return reply.callNotFound()
    const { bytes, type, etag } = file
    void reply.headers({ 'cache-control': cacheControl, etag })
    if (matches(request.headers['if-none-match'], etag)) await reply.code(304).send()
    else await reply.type(type).send(bytes)
  }

  #files(): Promise<ReadonlyMap<string, StaticFile>> {
    this.#reading ??= this.#readAll().catch((error) => {
      this.#reading = undefined
      throw error
    })
    return this.#reading
  }

  /** Reads one after the other, so that this needs one file descriptor. */
  async #readAll(): Promise<ReadonlyMap<string, StaticFile>> {
    const files = new Map<string, StaticFile>()
    for (const name of this.#names ?? (await namesBelow(this.#directory))) {
      const bytes = await readFile(join(this.#directory, name))
      const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
      files.set(name, { bytes, type: types[extname(name)] ?? 'application/octet-stream', etag })
    }
    return files
  }
}

async function namesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => relative(directory, join(parentPath, name)).replaceAll(sep, '/'))
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((each) => each.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes(etag) || known.includes('*'))
}
