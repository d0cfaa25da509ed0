import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../root.mjs'
import { expectOutput, tryPackage } from './trial.mjs'

const module = 'github.com/bunting-flags/bunting/sdks/go'
const program = `package main

import (
	"context"
	"fmt"

	bunting "${module}"
	provider "${module}/openfeature"
	"github.com/open-feature/go-sdk/openfeature"
)

func main() {
	flags := bunting.Fixed(map[string]any{"new-cart": true})
	fmt.Println(bunting.Version, flags.Bool("new-cart", bunting.EvalContext{UserID: "ada"}, false))
	if err := openfeature.SetProviderAndWait(provider.NewProvider(flags.Flags)); err != nil {
		panic(err)
	}
	who := openfeature.NewEvaluationContext("ada", nil)
	fmt.Println(openfeature.NewDefaultClient().Boolean(context.Background(), "new-cart", false, who))
}
`

const withoutProvider = `package main

import (
	"fmt"

	bunting "${module}"
)

func main() {
	flags := bunting.Fixed(map[string]any{"new-cart": true})
	fmt.Println(flags.Bool("new-cart", bunting.EvalContext{UserID: "ada"}, false))
}
`

await tryPackage('go', async ({ packed, files, project, succeed }) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [archive] = files
  mkdirSync(join(packed, 'proxy'))
  await succeed('tar', ['-xzf', join(packed, archive), '-C', join(packed, 'proxy')])
  const [usual, cache] = (await succeed('go', ['env', 'GOPROXY', 'GOMODCACHE'])).trim().split('\n')
  const proxies = [join(packed, 'proxy'), join(cache, 'cache', 'download')].map((folder) => pathToFileURL(folder).href)
  const env = {
    GOPROXY: [...proxies, usual].join(','),
    GONOSUMDB: 'github.com/bunting-flags/*',
    // The content of a version may change until it is released, so it must not get into the machine's cache.
    GOMODCACHE: join(packed, 'cache'),
    GOFLAGS: '-modcacherw',
    GOWORK: 'off',
  }
  writeFileSync(join(project, 'main.go'), program)
  await succeed('go', ['mod', 'init', 'trial'], env)
  await succeed('go', ['get', `${module}@v${version}`, `${module}/openfeature@v${version}`], env)
  await succeed('go', ['mod', 'tidy'], env)
  expectOutput(await succeed('go', ['run', '.'], env), `${version} true`, 'true')

  // The oldest Go that the module promises, which the provider does not.
  const [, oldest] = readFileSync(join(root, 'sdks', 'go', 'go.mod'), 'utf8').match(/^go (\S+)$/m)
  const found = await succeed('go', ['env', 'GOROOT'], { GOTOOLCHAIN: `go${oldest}.0` })
  // The first time, a line about its download comes before.
  const home = found.trim().split('\n').at(-1)
  const go = (...args) => succeed(join(home, 'bin', 'go'), ['-C', 'oldest', ...args], { ...env, GOTOOLCHAIN: 'local' })
  mkdirSync(join(project, 'oldest'))
  writeFileSync(join(project, 'oldest', 'main.go'), withoutProvider)
  await go('mod', 'init', 'oldest')
  await go('get', `${module}@v${version}`)
  expectOutput(await go('run', '.'), 'true')
})
