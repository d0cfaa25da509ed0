/** Numbers that the command line may say otherwise: `--seed=2`. */
export const readOptions = <Defaults extends Record<string, number>>(
  defaults: Defaults,
  args: readonly string[],
): Defaults => {
  const options: Record<string, number> = { ...defaults }
  for (const arg of args) {
    const [, name = '', value = ''] = /^--([a-z-]+)=(\d+)$/.exec(arg) ?? []
    if (!(name in defaults)) {
      const names = Object.keys(defaults)
      throw new Error(`"${arg}" is no option. There are: ${names.join(', ')}, such as --${names[0]}=2.`)
    }
    options[name] = Number(value)
  }
  return options as Defaults
}
