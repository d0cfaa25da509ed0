import { stall } from './attack/stall.ts'

const v = await stall()
console.log(v.more)
