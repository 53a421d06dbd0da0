import { enableCompileCache } from 'node:module'
import { listenEarly } from './build/earlyStop.ts'

listenEarly()
enableCompileCache()
// No `await` outside of a function: the build is a CommonJS script.
void import('./cli/command.ts').then(({ run }) => run(process.argv))
