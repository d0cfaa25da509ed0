import { existsSync } from 'node:fs'

const loaders = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' }

/** Tells whether a Linux machine runs programs built for glibc (Alpine, for one, does not). */
export const hasGlibc = () => existsSync(loaders[process.arch] ?? '')
