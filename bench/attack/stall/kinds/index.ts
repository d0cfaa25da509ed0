import type { Target } from '../../target.ts'
import type { Kind } from '../kind.ts'
import { evaluating } from './evaluating.ts'
import { explaining } from './explaining.ts'
import { moving } from './moving.ts'
import { reading } from './reading.ts'
import { saving } from './saving.ts'
import { slowestConfig } from './slowest-config.ts'
import { telling } from './telling.ts'

/** Whatever somebody may ask for. What makes lists long comes last: it is not what the others are about. */
export const kindsOf = (target: Target): Kind[] =>
  [evaluating, explaining, reading, slowestConfig, saving, telling, moving].flatMap((kinds) => kinds(target))
