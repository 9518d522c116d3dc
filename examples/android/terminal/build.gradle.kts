plugins {
    kotlin("jvm")
    application
}

kotlin {
    jvmToolchain(17)
}

dependencies {
    implementation(project(":core"))
}

application {
    mainClass = "com.example.terminal.MainKt"
}

tasks.named<JavaExec>("run") {
    standardInput = System.`in`
}
