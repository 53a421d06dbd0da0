import { readFileSync } from 'node:fs'
import { packageFile } from '#packageFile'

/** The version of this package. */
export function version(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
  return version
}
