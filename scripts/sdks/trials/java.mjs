import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from '../../root.mjs'
import { expectOutput, tryPackage } from './trial.mjs'

const descriptor = `module trial {
    requires io.github.buntingflags.openfeature;
}
`

const program = `package trial;

import dev.openfeature.sdk.ImmutableContext;
import dev.openfeature.sdk.OpenFeatureAPI;
import io.github.buntingflags.Context;
import io.github.buntingflags.FixedFlags;
import io.github.buntingflags.Flags;
import io.github.buntingflags.Version;
import io.github.buntingflags.openfeature.BuntingProvider;
import java.util.Map;

public final class Main {
    public static void main(String[] arguments) throws Exception {
        Flags flags = FixedFlags.of(Map.of("new-cart", true)).flags();
        System.out.println(Version.NUMBER + " " + flags.bool("new-cart", Context.user("ada"), false));
        OpenFeatureAPI.getInstance().setProviderAndWait(new BuntingProvider(flags));
        System.out.println(OpenFeatureAPI.getInstance().getClient().getBooleanValue("new-cart", false, new ImmutableContext("ada")));
        for (String name : new String[] {"LICENSE", "LICENSE-UNICODE"}) {
            System.out.println(Flags.class.getModule().getResourceAsStream("META-INF/" + name) != null);
        }
        System.exit(0);
    }
}
`

await tryPackage('java', async ({ packed, files, project, succeed }) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const repository = join(packed, 'repository')
  mkdirSync(repository)
  await succeed('tar', ['-xzf', join(packed, files[0]), '-C', repository])
  const jarOf = (name, kind = '') =>
    join(repository, 'io', 'github', 'bunting-flags', name, version, `${name}-${version}${kind}.jar`)
  for (const name of ['bunting-sdk', 'bunting-openfeature'])
    for (const kind of ['-sources', '-javadoc']) readFileSync(jarOf(name, kind))
  // Contains OpenFeature's SDK and its dependencies already.
  const lib = join(root, 'sdks', 'java', 'test-service', 'target', 'lib')
  const others = readdirSync(lib).filter((name) => !name.startsWith('bunting-'))
  const path = [jarOf('bunting-sdk'), jarOf('bunting-openfeature'), ...others.map((name) => join(lib, name))]
  mkdirSync(join(project, 'trial'))
  writeFileSync(join(project, 'module-info.java'), descriptor)
  writeFileSync(join(project, 'trial', 'Main.java'), program)
  const modules = path.join(delimiter)
  await succeed('javac', ['-nowarn', '-d', 'made', '-p', modules, 'module-info.java', join('trial', 'Main.java')])
  // OpenFeature's SDK is not a named module, so it cannot declare this dependency.
  const run = ['--add-modules', 'org.slf4j', '-p', `${modules}${delimiter}made`, '-m', 'trial/trial.Main']
  const said = await succeed('java', run)
  expectOutput(said.replaceAll(/^SLF4J.*\n/gm, ''), `${version} true`, 'true', 'true', 'true')
})
