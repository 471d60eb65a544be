import EndpointKit
import Foundation

// `swift run reference` writes the schema and the documentation's tables anew.
for file in GeneratedFile.allCases {
    try Data(file.text().utf8).write(to: file.url)
    print(file.url.path)
}
