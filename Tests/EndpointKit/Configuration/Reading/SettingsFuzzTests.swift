import TestSupport
import Testing

@Suite struct SettingsFuzzTests {
    @Test(arguments: DamagedSettings.paths)
    func `a damaged file is a configuration or an error that says where`(path: String) throws {
        try DamagedSettings(path: path).run(150, seed: 42)
    }
}
