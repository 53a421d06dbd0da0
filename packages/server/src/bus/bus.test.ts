import { describe } from 'vitest'
import { busContract } from '#testing/contract/bus'
import { createInProcessBus } from './inProcess.ts'

describe('a bus in one process', () => busContract(createInProcessBus))
