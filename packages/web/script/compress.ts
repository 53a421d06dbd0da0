import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** The other files are compressed already. */
const texts: ReadonlySet<string> = new Set(['.css', '.html', '.js', '.json', '.svg'])

const compressions = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/** Writes `name.br` and `name.gz` next to each text, so that the server sends it compressed without compressing anything. */
export function compress(): Plugin {
  let directory = ''
  return {
    name: 'compress',
    configResolved({ build }) {
      directory = build.outDir
    },
    async closeBundle() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true })
      const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
      await Promise.all(paths.filter((path) => texts.has(extname(path))).map(compressFile))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  for (const [extension, compressBytes] of Object.entries(compressions)) {
    const compressed = await compressBytes(bytes)
    if (compressed.length < bytes.length) await writeFile(`${path}.${extension}`, compressed)
  }
}
