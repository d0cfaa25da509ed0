export declare const toolchain: { toolchain: readonly string[]; atLeast: readonly number[]; needs: string }

export declare function ensureCli(env?: NodeJS.ProcessEnv): Promise<string>
