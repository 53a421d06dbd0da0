import { enableCompileCache } from 'node:module'

enableCompileCache()
const { run } = await import('./cli/command.ts')
await run(process.argv)
