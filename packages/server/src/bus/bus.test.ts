import { describe } from 'vitest'
import { busContract } from '#testing/contract/bus'
import { memoryBus } from './memory.ts'

describe('a bus in one process', () => busContract(memoryBus))
