import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from './root.mjs';

const ANDROID = fromRoot('examples/android');
const read = (path) => readFileSync(join(ANDROID, path), 'utf8');
const found = (text, pattern) => pattern.exec(text)?.[1] ?? '';

/** Android's framework as a Maven package. It is for compiling only: code that calls it runs only on a phone. */
const FRAMEWORK = 'org.robolectric:android-all:14-robolectric-10818077';

/**
 * The Android example, compiled with Maven in a separate folder, without Gradle and Android's tools. Versions are read
 * from the Gradle files.
 */
export class KotlinProject {
  constructor(folder) {
    this.folder = folder;
    this.kotlin = found(read('build.gradle.kts'), /kotlin\("jvm"\) version "([^"]+)"/);
  }

  /**
   * Compiles the modules `core` and `terminal`, and tests `core`. Returns the folder with the classes and their
   * dependencies.
   */
  testCore() {
    this.#write('core', {
      sources: ['core/src/main/kotlin', 'terminal/src/main/kotlin'],
      tests: 'core/src/test',
      dependencies: [...dependenciesIn('core'), `org.jetbrains.kotlin:kotlin-test-junit5:${this.kotlin}:test`],
    });
    this.#maven('core', 'test', 'dependency:copy-dependencies', '-DincludeScope=runtime');
    return join(this.folder, 'core', 'target');
  }

  /**
   * Compiles the app with core. Android's tools would generate `R` from the resources; here it is generated from
   * the string resources.
   */
  compileApp() {
    const names = [...read('app/src/main/res/values/strings.xml').matchAll(/<string name="(\w+)"/g)].map(
      ([, name]) => name,
    );
    const generated = join(this.folder, 'app', 'generated');
    mkdirSync(generated, { recursive: true });
    const texts = names.map((name, index) => `const val ${name} = ${index}`).join('; ');
    writeFileSync(join(generated, 'R.kt'), `package com.example.wallet\n\nobject R { object string { ${texts} } }\n`);
    this.#write('app', {
      sources: ['core/src/main/kotlin', 'app/src/main/kotlin', generated],
      dependencies: [...dependenciesIn('core'), ...dependenciesIn('app'), FRAMEWORK],
    });
    this.#maven('app', 'compile');
  }

  #write(name, { sources, tests, dependencies }) {
    mkdirSync(join(this.folder, name), { recursive: true });
    writeFileSync(join(this.folder, name, 'pom.xml'), pomOf(this.kotlin, sources, tests, dependencies));
  }

  #maven(name, ...goals) {
    const args = ['--batch-mode', '--quiet', ...goals];
    const { status, stdout, stderr } = spawnSync('mvn', args, { cwd: join(this.folder, name), encoding: 'utf8' });
    if (status !== 0) throw new Error(`mvn ${goals.join(' ')} failed:\n${stdout}${stderr}`);
    return stdout;
  }
}

const dependenciesIn = (module) =>
  [...read(`${module}/build.gradle.kts`).matchAll(/(?:api|implementation)\("([^"]+)"\)/g)].map(([, name]) => name);

/** Maven does not read Gradle's metadata, so multi-platform packages need their JVM name, with the suffix `-jvm`. */
function dependencyOf(text) {
  const [group, artifact, version, scope = 'compile'] = text.split(':');
  const name = /^kotlinx-(?:coroutines-core|serialization-json)$/.test(artifact) ? `${artifact}-jvm` : artifact;
  return element('dependency', { groupId: group, artifactId: name, version, scope });
}

const element = (name, members) =>
  `<${name}>${Object.entries(members)
    .map(([member, value]) => `<${member}>${value}</${member}>`)
    .join('')}</${name}>`;

function pomOf(kotlin, sources, tests, dependencies) {
  const place = (folder) => (folder.startsWith('/') ? folder : join(ANDROID, folder));
  const dirs = (folders) => folders.map((folder) => `<sourceDir>${place(folder)}</sourceDir>`).join('');
  const compiled = (id, goal, folders) =>
    `<execution><id>${id}</id><phase>${id}</phase><goals><goal>${goal}</goal></goals>
      <configuration><sourceDirs>${dirs(folders)}</sourceDirs></configuration></execution>`;
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId><artifactId>example</artifactId><version>1</version>
  <properties>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
    <kotlin.compiler.jvmTarget>17</kotlin.compiler.jvmTarget>
  </properties>
  <dependencies>
    ${[`org.jetbrains.kotlin:kotlin-stdlib:${kotlin}`, ...dependencies].map(dependencyOf).join('\n    ')}
  </dependencies>
  <build>
    ${tests ? `<testResources><testResource><directory>${place(tests)}/resources</directory></testResource></testResources>` : ''}
    <plugins>
      <plugin>
        <groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-maven-plugin</artifactId><version>${kotlin}</version>
        <configuration><args><arg>-Werror</arg></args></configuration>
        <executions>
          ${compiled('compile', 'compile', sources)}
          ${tests ? compiled('test-compile', 'test-compile', [`${tests}/kotlin`]) : ''}
        </executions>
      </plugin>
      <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.2</version></plugin>
    </plugins>
  </build>
</project>
`;
}
