// Verifies evidence without the service: dotnet run evidence-keys.json evidence.json …
// The Program.cs of a console project with the package Newtonsoft.Json.
using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

public static class Verify
{
    private const int MostBytes = 2 * 1024 * 1024;
    private const double MostSeconds = 300;
    private const int Deepest = 20;

    private sealed class NotValid : Exception
    {
        public NotValid(string why) : base(why) { }
    }

    private static void Demand(bool holds, string otherwise)
    {
        if (!holds) throw new NotValid(otherwise);
    }

    /// <summary>Returns what the evidence proves. Throws if it proves nothing.</summary>
    private static string Proof(byte[] text, JObject keys)
    {
        var evidence = Parsed(text);
        var isEvidence = HasOnly(evidence, "statement", "content", "device", "receipt");
        var isApproval = HasOnly(evidence, "statement", "content", "device", "receipt", "request");
        Demand(isEvidence || isApproval, "the file is not evidence");
        var content = evidence["content"] as JObject;
        var device = evidence["device"] as JObject;
        var actions = content?["actions"] as JArray;
        var publicKey = device?["public_key"] as JObject;
        Demand(actions != null && publicKey != null, "the file is not evidence");
        var statement = new Jws(evidence["statement"]);
        var receipt = new Jws(evidence["receipt"]);

        // Checks the statement: the device has signed this answer to this content.
        var said = statement.Payload;
        var members = new[] { "notification_uuid", "content_digest", "response", "iat", "nonce" };
        Demand(HasOnly(said, members), "statement: it has other members");
        statement.Header.Remove("typ"); // `typ` is optional
        Demand(HasOnly(statement.Header, "alg", "kid"), "statement: its header is wrong");
        Demand(IsText(statement.Header["alg"], "ES256"), "statement: its header is wrong");
        Demand(JToken.DeepEquals(statement.Header["kid"], device["device_id"]), "statement: it names another device");
        Demand(IsText(said["content_digest"], Digest(content)), "content: the statement is about different content");
        var offered = actions.OfType<JObject>().Select(action => action["action"]);
        Demand(offered.Any(one => JToken.DeepEquals(one, said["response"])), "content: the response is not one of its actions");
        Demand(statement.IsSignedBy(publicKey), "statement: the device has not signed it");

        if (isApproval) CheckRequest(evidence["request"] as JObject, actions, content["body"] as JArray);

        // Checks the receipt: the service has signed that it received all of this, and when.
        var received = receipt.Payload;
        Demand(HasOnly(received, "evidence_digest", "received_at"), "receipt: it has other members");
        var key = keys["keys"].OfType<JObject>().FirstOrDefault(one => JToken.DeepEquals(one["kid"], receipt.Header["kid"]));
        Demand(key != null, "receipt: no published key has its id");
        Demand(HasOnly(receipt.Header, "alg", "kid", "typ"), "receipt: its header is wrong");
        Demand(IsText(receipt.Header["alg"], "ES256"), "receipt: its header is wrong");
        Demand(IsText(receipt.Header["typ"], "evidence-receipt+jwt"), "receipt: its header is wrong");
        Demand(receipt.IsSignedBy(key), "receipt: the service has not signed it");
        var basis = (JObject)evidence.DeepClone();
        basis.Remove("receipt");
        Demand(IsText(received["evidence_digest"], Digest(basis)), "receipt: it was issued for something else");
        var at = TextOf(received["received_at"]);
        Demand(Regex.IsMatch(at, @"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z\z"), "receipt: it has no time");
        var from = (string)key["created_at"] ?? at;
        var until = (string)key["retired_at"] ?? at;
        Demand(string.CompareOrdinal(at, from) >= 0 && string.CompareOrdinal(at, until) <= 0, "receipt: its key was not in use then");
        Demand(said["iat"].Type == JTokenType.Integer, "statement: it has no time");
        var seconds = (DateTimeOffset.Parse(at) - DateTimeOffset.FromUnixTimeSeconds((long)said["iat"])).TotalSeconds;
        Demand(Math.Abs(seconds) <= MostSeconds, "statement: of another time");
        return $"{device["user_id"]} answered {said["response"]} to {said["notification_uuid"]}, received {at}";
    }

    /// <summary>Checks a program's request: the answer commits to the request, and the shown text results from it.</summary>
    private static void CheckRequest(JObject request, JArray actions, JArray body)
    {
        var texts = request?["texts"] as JObject;
        Demand(texts != null, "request: it has no texts");
        var committed = (JObject)request.DeepClone();
        committed.Remove("texts");
        var ending = "." + Digest(committed);
        var answers = actions.OfType<JObject>().Select(action => TextOf(action["action"]));
        var commits = answers.All(answer => answer == "fraud" || answer.EndsWith(ending, StringComparison.Ordinal));
        Demand(commits, "request: the answer is about other details");
        var template = request["template"] as JObject;
        Demand(template != null && IsText(template["digest"], Digest(texts)), "request: its template is not the one that was used");
        foreach (var shown in (body ?? new JArray()).OfType<JObject>())
        {
            var text = texts[TextOf(shown["lng"])] as JObject;
            foreach (var name in new[] { "subject", "message" })
            {
                var follows = text != null && IsText(shown[name], Filled(TextOf(text[name]), committed));
                Demand(follows, "content: the text is not what the template makes of the request");
            }
        }
    }

    /// <summary>Replaces placeholders such as {authorization_details.0.amount}, but not those in inserted values.</summary>
    private static string Filled(string text, JObject request)
    {
        return Regex.Replace(text, @"\{([A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*)\}", found =>
        {
            JToken value = request;
            foreach (var name in found.Groups[1].Value.Split('.'))
            {
                var list = value as JArray;
                int at;
                if (list == null) value = (value as JObject)?[name];
                else value = int.TryParse(name, out at) && at < list.Count ? list[at] : null;
            }
            if (value == null) return found.Value;
            if (value.Type == JTokenType.Boolean) return (bool)value ? "true" : "false";
            return value.Type == JTokenType.String || value.Type == JTokenType.Integer ? value.ToString() : found.Value;
        });
    }

    /// <summary>A compact JWS (RFC 7515) with ES256.</summary>
    private sealed class Jws
    {
        private readonly string signed;
        private readonly byte[] signature;

        public JObject Header { get; }
        public JObject Payload { get; }

        public Jws(JToken value)
        {
            var parts = TextOf(value).Split('.');
            Demand(parts.Length == 3, "a part is no compact JWS");
            Header = Parsed(FromBase64Url(parts[0]));
            Payload = Parsed(FromBase64Url(parts[1]));
            signature = FromBase64Url(parts[2]);
            Demand(signature.Length == 64, "a signature has another length");
            signed = $"{parts[0]}.{parts[1]}";
        }

        public bool IsSignedBy(JObject jwk)
        {
            if (!IsText(jwk["kty"], "EC") || !IsText(jwk["crv"], "P-256")) return false;
            var point = new ECPoint { X = FromBase64Url(TextOf(jwk["x"])), Y = FromBase64Url(TextOf(jwk["y"])) };
            try
            {
                var parameters = new ECParameters { Curve = ECCurve.NamedCurves.nistP256, Q = point };
                using (var key = ECDsa.Create(parameters))
                {
                    return key.VerifyData(Encoding.ASCII.GetBytes(signed), signature, HashAlgorithmName.SHA256);
                }
            }
            catch (CryptographicException)
            {
                return false; // the coordinates are not on the curve
            }
        }
    }

    private static string Digest(JToken value)
    {
        var text = new StringBuilder();
        WriteCanonical(text, value);
        using (var hash = SHA256.Create())
        {
            return ToBase64Url(hash.ComputeHash(Encoding.UTF8.GetBytes(text.ToString())));
        }
    }

    /// <summary>The canonical form of RFC 8785. All numbers are integers.</summary>
    private static void WriteCanonical(StringBuilder to, JToken value)
    {
        if (value is JObject)
        {
            var members = ((JObject)value).Properties().OrderBy(member => member.Name, StringComparer.Ordinal).ToList();
            to.Append('{');
            foreach (var member in members)
            {
                if (member != members[0]) to.Append(',');
                WriteText(to, member.Name);
                WriteCanonical(to.Append(':'), member.Value);
            }
            to.Append('}');
        }
        else if (value is JArray)
        {
            var list = (JArray)value;
            to.Append('[');
            for (var at = 0; at < list.Count; at++) WriteCanonical(at == 0 ? to : to.Append(','), list[at]);
            to.Append(']');
        }
        else if (value.Type == JTokenType.String) WriteText(to, (string)value);
        else to.Append(value.ToString(Formatting.None));
    }

    private static void WriteText(StringBuilder to, string text)
    {
        to.Append('"');
        foreach (var sign in text)
        {
            var known = "\"\\\b\f\n\r\t".IndexOf(sign);
            if (known >= 0) to.Append('\\').Append("\"\\bfnrt"[known]);
            else if (sign < ' ') to.Append($"\\u{(int)sign:x4}");
            else to.Append(sign);
        }
        to.Append('"');
    }

    /// <summary>Parses strictly: refuses any text that two parsers could read differently.</summary>
    private static JObject Parsed(byte[] bytes)
    {
        Demand(bytes.Length <= MostBytes, "the file is too large");
        try
        {
            var text = new UTF8Encoding(false, true).GetString(bytes);
            using (var reader = new JsonTextReader(new StringReader(text)))
            {
                reader.DateParseHandling = DateParseHandling.None;
                reader.MaxDepth = Deepest;
                Demand(reader.Read() && reader.TokenType == JsonToken.StartObject, "a part is no JSON object");
                var value = (JObject)Next(reader);
                Demand(!reader.Read(), "something follows the JSON");
                return value;
            }
        }
        catch (Exception wrong) when (wrong is JsonException || wrong is DecoderFallbackException)
        {
            throw new NotValid("a part is no JSON, or nested too deeply");
        }
    }

    /// <summary>The value at the current token. Refuses repeated names.</summary>
    private static JToken Next(JsonTextReader reader)
    {
        if (reader.TokenType == JsonToken.StartObject)
        {
            var members = new JObject();
            while (reader.Read() && reader.TokenType == JsonToken.PropertyName)
            {
                var name = (string)reader.Value;
                Demand(members.Property(name) == null, "a name comes twice");
                Demand(reader.Read(), "a part is no JSON");
                members.Add(name, Next(reader));
            }
            return members;
        }
        if (reader.TokenType != JsonToken.StartArray) return new JValue(reader.Value);
        var list = new JArray();
        while (reader.Read() && reader.TokenType != JsonToken.EndArray) list.Add(Next(reader));
        return list;
    }

    private static bool HasOnly(JObject value, params string[] names) =>
        value.Properties().Select(member => member.Name).OrderBy(name => name).SequenceEqual(names.OrderBy(name => name));

    private static bool IsText(JToken value, string expected) =>
        value != null && value.Type == JTokenType.String && (string)value == expected;

    private static string TextOf(JToken value)
    {
        Demand(value != null && value.Type == JTokenType.String, "a part is no text");
        return (string)value;
    }

    private static string ToBase64Url(byte[] data) =>
        Convert.ToBase64String(data).TrimEnd('=').Replace('+', '-').Replace('/', '_');

    private static byte[] FromBase64Url(string text)
    {
        try
        {
            var padded = text.Replace('-', '+').Replace('_', '/') + new string('=', (4 - text.Length % 4) % 4);
            var data = Convert.FromBase64String(padded);
            Demand(ToBase64Url(data) == text, "a part is no base64url");
            return data;
        }
        catch (FormatException)
        {
            throw new NotValid("a part is no base64url");
        }
    }

    public static int Main(string[] files)
    {
        var keys = Parsed(File.ReadAllBytes(files[0]));
        var allValid = true;
        foreach (var file in files.Skip(1))
        {
            try
            {
                Console.WriteLine($"{file}: valid: {Proof(File.ReadAllBytes(file), keys)}");
            }
            catch (NotValid problem)
            {
                allValid = false;
                Console.WriteLine($"{file}: not valid: {problem.Message}");
            }
        }
        return allValid ? 0 : 1;
    }
}
