import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The full path of a file of this package. It is the same whether the sources run or the build. */
export function packageFile(path: string): string {
  let directory = import.meta.dirname
  while (!existsSync(join(directory, 'package.json'))) directory = dirname(directory)
  return join(directory, path)
}

/** Where the built web client lies: in the package on npm, and beside the package in the repository. */
export function clientFiles(): string {
  const packed = packageFile('client')
  return existsSync(packed) ? packed : packageFile('../web/dist')
}
